import type { Operations } from './contract.ts'

/** The type of `fields` in an operation's query; `undefined` if it has none. */
export type FieldsOf<Name extends keyof Operations> = Operations[Name]['call'] extends {
  readonly query: infer Query
}
  ? 'fields' extends keyof Query
    ? string | undefined
    : undefined
  : undefined

/**
 * An answer restricted to `fields`: comma-separated names, with dots for nested ones. For a page they are the fields of
 * its items. If the fields are only known at run time, every property may be missing.
 */
export type Chosen<Answer, Fields> = Fields extends string
  ? Answer extends { items: (infer One)[]; nextCursor: string | null }
    ? Omit<Answer, 'items'> & { items: Cut<One, Fields>[] }
    : Cut<Answer, Fields>
  : Answer

type Cut<Value, Fields extends string> = string extends Fields
  ? Doubtful<Value>
  : Picked<Value, Names<Fields>>

/** The names in a comma-separated text. */
type Names<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? Trimmed<First> | Names<Rest>
  : Trimmed<Text>

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} `
  ? Trimmed<Rest>
  : Text

/** The parts of a value on some path, in every element of an array. */
type Picked<Value, Path extends string> = Value extends readonly (infer Element)[]
  ? Picked<Element, Path>[]
  : Value extends object
    ? string extends keyof Value
      ? Record<string, Doubtful<Value[keyof Value]>>
      : {
          [Key in keyof Value as Key extends Head<Path> ? Key : never]: Key extends Path
            ? Value[Key]
            : Picked<Value[Key], Below<Path, Key>>
        }
    : Value

type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path
type Below<Path extends string, Key> = Key extends string
  ? Path extends `${Key}.${infer Rest}`
    ? Rest
    : never
  : never

type Doubtful<Value> = Value extends readonly (infer Element)[]
  ? Doubtful<Element>[]
  : Value extends object
    ? { [Key in keyof Value]?: Doubtful<Value[Key]> }
    : Value
