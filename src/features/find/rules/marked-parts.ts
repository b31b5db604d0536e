interface Part {
  text: string
  /** It is what was searched for. */
  isMarked: boolean
}

/**
 * A text in parts, those marked that are the words that were searched for, whatever their case. Together the parts are
 * the text. The whole of what was typed counts before its words do.
 */
export function markedParts(text: string, typed: string): Part[] {
  const whole = typed.trim().toLowerCase()
  const lower = text.toLowerCase()
  // A letter that is longer in lower case moves every place behind it.
  if (whole === '' || lower.length !== text.length) return [{ text, isMarked: false }]
  const words = lower.includes(whole) ? [whole] : whole.split(/\s+/)
  const marks = words
    .map((word) => ({ start: lower.indexOf(word), length: word.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start || b.length - a.length)
  const parts: Part[] = []
  let end = 0
  const add = (from: number, to: number, isMarked: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isMarked })
  }
  for (const { start, length } of marks) {
    if (start < end) continue
    add(end, start, false)
    add(start, start + length, true)
    end = start + length
  }
  add(end, text.length, false)
  return parts
}
