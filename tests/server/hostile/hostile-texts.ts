/** What repeats in a text that has been expensive for some program before: `start`, many times `unit`, `end`. */
interface Pattern {
  start?: string
  unit: string
  end?: string
}

/** By what they are made of; each makes expressions, splitters, decoders or parsers of another kind go back. */
const patterns: Record<string, Pattern> = {
  'dots of an address': { start: 'a@', unit: '.', end: '@' },
  'labels of an address': { start: 'a@', unit: 'a.', end: '!' },
  'open tags': { unit: '<a' },
  'open tags after text': { start: '1 ', unit: '<a' },
  digits: { unit: '1', end: 'x' },
  spaces: { start: 'x', unit: ' ', end: 'x' },
  'line ends': { unit: '\n', end: 'x' },
  backslashes: { unit: '\\' },
  quotes: { unit: '"', end: "'" },
  'letters of other scripts': { start: 'https://', unit: 'ü', end: '.com' },
  'letters that become many': { unit: '\ufdfa' },
  'marks on one letter': { start: 'e', unit: '\u0301' },
  emoji: { unit: '😀' },
  entries: { unit: 'a,' },
  escapes: { unit: '%C3', end: '%' },
  hyphens: { start: 'xn--', unit: '-a', end: '-' },
}

export interface HostileText {
  kind: string
  /** As long as fits into so many characters. */
  text(characters: number): string
}

export const hostileTexts: HostileText[] = Object.entries(patterns).map(
  ([kind, { start = '', unit, end = '' }]) => ({
    kind,
    text: (characters) => {
      const times = Math.max(0, Math.floor((characters - start.length - end.length) / unit.length))
      return (start + unit.repeat(times) + end).slice(0, characters)
    },
  }),
)

/** JSON of about so many bytes in forms that are expensive to parse or to walk. */
export const hostileShapes: Record<string, (bytes: number) => string> = {
  numbers: (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  'empty lists': (bytes) => `[${'[],'.repeat(bytes / 3 - 2)}[]]`,
  'empty objects': (bytes) => `[${'{},'.repeat(bytes / 3 - 2)}{}]`,
  'short texts': (bytes) => `[${'"a",'.repeat(bytes / 4 - 2)}"a"]`,
  'names of a record': (bytes) =>
    `{${Array.from({ length: bytes / 11 - 1 }, (_, at) => `"${String(at).padStart(6, 'k')}":1`).join()}}`,
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6 - 1)}1${'}'.repeat(bytes / 6 - 1)}`,
  'one long number': (bytes) => '1'.repeat(bytes - 1),
  'one long text': (bytes) => `"${'a'.repeat(bytes - 2)}"`,
  'one escaped text': (bytes) => `"${'\\u0061'.repeat((bytes - 2) / 6)}"`,
}
