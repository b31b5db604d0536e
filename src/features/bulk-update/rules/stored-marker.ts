/** What stands for a stored secret begins with this; no credential of a vendor does. */
export const storedMarkerPrefix = '[stored '

/** What was typed or pasted into `before` to make it `after`. */
export function insertedText(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.slice(start, after.length - end)
}
