import type { Print } from './command.ts'

/** What a command printed and how it ended; the caller writes it out. */
export interface CommandResult {
  exitCode: number
  out: string
  err: string
}

/** Why a command came to nothing: a word for programs, a sentence for people, and what helps them further. */
export interface Failure {
  code: string
  message: string
  more?: string
}

/** What a command has said so far, and what becomes of it at its end. */
export class Spoken {
  #lines: string[] = []
  #data: Record<string, unknown> = {}
  #document: { content: unknown } | undefined

  readonly print: Print = (line, { data, document } = {}) => {
    this.#lines.push(line)
    Object.assign(this.#data, data)
    if (document !== undefined) this.#document = { content: document }
  }

  toPeople(exitCode: number, failure?: Failure): CommandResult {
    const err = failure ? [failure.message, failure.more].filter(Boolean).join('\n\n') : ''
    return { exitCode, out: this.#lines.join('\n'), err }
  }

  /**
   * One document, on standard output, however it ended: what was read as it is; of a deed `ok`, what people are told
   * (`said`) and what can be gone on with (`data`); where it came to nothing also `error`, with a code.
   */
  toPrograms(exitCode: number, failure?: Failure): CommandResult {
    const said = this.#lines
    if (this.#document && !failure) return { exitCode, out: textOf(this.#document.content), err: '' }
    const notDone = { code: 'not_done', message: said.join('\n') }
    const { code, message } = failure ?? notDone
    const answer = {
      ok: exitCode === 0,
      said,
      data: this.#data,
      ...(exitCode !== 0 && { error: { code, message } }),
    }
    return { exitCode, out: textOf(answer), err: '' }
  }
}

const textOf = (document: unknown) => JSON.stringify(document, null, 2)
