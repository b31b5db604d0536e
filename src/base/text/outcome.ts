import * as z from 'zod/mini'

/** Why an input is refused: a code for programs, a sentence for people. */
export interface Problem<Code extends string = string> {
  code: Code
  message: string
}

/** What a rule returns: the value in its normal form, or the one problem that a person should mend first. */
export type Outcome<T, Code extends string = string> =
  | { ok: true; value: T }
  | { ok: false; problem: Problem<Code> }

export const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const refuse = <Code extends string>(
  code: Code,
  message: string,
): { ok: false; problem: Problem<Code> } => ({ ok: false, problem: { code, message } })

const tooLongMessage = (length: number) => `Please use at most ${length} characters`

/** A text that may hold anything, but not any amount of it: nothing else looks at one that is too long. */
export const boundedText = (maxLength: number, tooLong: string = tooLongMessage(maxLength)) =>
  z.string().check(z.maxLength(maxLength, { error: tooLong, abort: true }))

/**
 * A rule over text as a schema: forms and requests parse to the same normal form and refuse with the same
 * sentence. `maxLength` bounds what is looked at at all, whatever the rule says.
 */
export const textField = <T>(rule: (text: string) => Outcome<T>, maxLength: number) =>
  z.pipe(
    boundedText(maxLength),
    z.transform((text: string, context): T => {
      const outcome = rule(text)
      if (outcome.ok) return outcome.value
      context.issues.push({
        code: 'custom',
        message: outcome.problem.message,
        params: { code: outcome.problem.code },
        input: text,
      })
      return z.NEVER
    }),
  )
