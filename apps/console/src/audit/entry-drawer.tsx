import { PageLink } from '#address/page-link.tsx'
import { Drawer } from '#form/overlays.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { texts } from '#texts/audit.ts'
import { Changes } from './changes.tsx'
import { changesOf } from './changes-of.ts'
import classes from './entry-drawer.module.css'
import type { Logged } from './logged.ts'
import { ResourcePath } from './resource-path.tsx'
import { isDeletion } from './sentences/resource.ts'
import { Sentence } from './sentences/sentence.tsx'

const words = texts.drawer

interface EntryDrawerProps {
  readonly entry: Logged | undefined
  readonly onClose: () => void
}

/** All details of one audit entry. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size={520}
      title={words.title}
    >
      {entry && <Entry entry={entry} />}
    </Drawer>
  )
}

function Entry({ entry }: { entry: Logged }) {
  const { actor, at, address, operation, resource, requestId, position, hash } = entry
  const none = '–'
  return (
    <>
      <p className={classes.told}>
        <Sentence entry={entry} />
      </p>
      <Section title={words.changes}>
        <Changes changes={changesOf(entry.before, entry.after)} />
      </Section>
      <Section title={words.details}>
        <Facts
          rows={[
            [words.operation, <code key="operation">{operation}</code>],
            [words.who, words.actor(actor.name, actor.type, actor.id)],
            [texts.when, <ExactTime key="at" iso={at} />],
            [texts.from, address ? <code key="address">{address}</code> : words.theService],
            [
              words.resource,
              <ResourcePath key="resource" path={resource} isGone={isDeletion(operation)} />,
            ],
            [words.request, requestId ? <code key="request">{requestId}</code> : none],
            [words.position, position === null ? words.noPosition : String(position)],
            [words.hash, hash ? <code key="hash">{hash}</code> : none],
          ]}
        />
        <ul className={classes.more}>
          <li>
            <PageLink href={`/audit-log?resource=${encodeURIComponent(resource)}`}>
              {words.sameResource}
            </PageLink>
          </li>
          {requestId && (
            <li>
              <PageLink href={`/audit-log?request=${encodeURIComponent(requestId)}`}>
                {words.sameRequest}
              </PageLink>
            </li>
          )}
        </ul>
      </Section>
    </>
  )
}
