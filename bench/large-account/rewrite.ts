/** What stands in place of an original's words. */
export type Words = Readonly<Record<string, string>>

/** Cut once for the words of an original, whatever they are replaced by. */
const cut = new WeakMap<object, string[]>()

/**
 * Puts other words in place of an original's, wherever they stand in it. The same value is always rewritten for the
 * same words, with other replacements.
 */
export function rewriterOf(words: Words): <Value extends object>(value: Value) => Value {
  let pattern: RegExp | undefined
  const replacement = new Map(Object.entries(words))
  return (value) => {
    let pieces = cut.get(value)
    if (!pieces) {
      pattern ??= anyOf([...replacement.keys()])
      pieces = JSON.stringify(value).split(pattern)
      cut.set(value, pieces)
    }
    return JSON.parse(pieces.map((piece) => replacement.get(piece) ?? piece).join(''))
  }
}

/** A longer word goes before one inside it. */
const anyOf = (words: string[]) =>
  new RegExp(
    `(${words
      .sort((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|')})`,
  )
