import { createOrganization } from '@sluice/core'
import type { Command } from 'commander'
import { z } from 'zod'
import { UsageError } from '../failure.ts'
import { fields, print } from '../output.ts'
import { newAccount, type Owner } from '../owner.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  id: string
  name: string
  admin?: string
  json?: boolean
}

const schema = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{1,64}$/, '--id must be 1 to 64 of A-Z a-z 0-9 . _ ~ -')
    .refine((id) => id !== '.' && id !== '..', '--id must not be . or ..'),
  name: z.string().trim().min(1, '--name must not be empty').max(200, '--name is too long'),
  admin: z.email('--admin must be an e-mail address').optional(),
})

export function addOrganizationsCreate(organizations: Command): void {
  addVerb(organizations, 'create', 'create an organization')
    .requiredOption('--id <id>', 'its id, which cannot change: 1 to 64 of A-Z a-z 0-9 . _ ~ -')
    .requiredOption('--name <name>', 'its display name')
    .option(
      '--admin <email>',
      'make this person its owner; a new account gets a password, shown once',
    )
    .action(create)
}

async function create(flags: Flags): Promise<void> {
  const { id, name, admin } = checked(flags)
  const wanted = admin === undefined ? undefined : await newAccount(admin)
  const { accountCreated, ...organization } = await withCore((core) =>
    createOrganization(core, { id, name, owner: wanted?.account }),
  )
  const result = {
    ...organization,
    ...(wanted && { admin: ownerOf(wanted, accountCreated === true) }),
  }
  print(flags, result, (made) =>
    fields({
      organization: `${made.id} (${made.name})`,
      ...(made.admin && tellOwner(made.admin)),
    }),
  )
}

function checked(flags: Flags): z.output<typeof schema> {
  const { success, data, error } = schema.safeParse(flags)
  if (success) return data
  throw new UsageError(error.issues.map(({ message }) => message).join('\n'))
}

function ownerOf(
  { account: { email }, password }: Awaited<ReturnType<typeof newAccount>>,
  accountCreated: boolean,
): Owner {
  return accountCreated ? { email, password } : { email }
}

function tellOwner({ email, password }: Owner): Record<string, string> {
  return {
    owner: email,
    password: password ?? 'unchanged: the account already exists',
  }
}
