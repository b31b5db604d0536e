/** A sender as a sending tool knows it. */
export interface DemoSender {
  email: string
  firstName: string
  lastName: string
  provider: 'google' | 'microsoft'
}

const people = [
  ['Amelia', 'Hart'],
  ['Noah', 'Brandt'],
  ['Priya', 'Nair'],
  ['Lucas', 'Moreau'],
  ['Sofia', 'Castellano'],
  ['Ethan', 'Walsh'],
  ['Mei', 'Tanaka'],
  ['Oliver', 'Lindqvist'],
] as const

/** As people write their addresses; the same order on every domain. */
const spellings: ((first: string, last: string) => string)[] = [
  (first) => first,
  (first, last) => `${first}.${last}`,
  (first, last) => `${first}${last}`,
  (first, last) => `${first.charAt(0)}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first, last) => `${last}.${first}`,
  (first, last) => `${first}.${last.charAt(0)}`,
]

/**
 * Senders on each domain: three people with all seven spellings, rotating through the cast, so that domains
 * differ and names repeat as they do at a real customer's.
 */
export function demoSenders(
  domains: readonly { name: string; provider: DemoSender['provider'] }[],
): DemoSender[] {
  return domains.flatMap(({ name, provider }, index) =>
    [0, 1, 2].flatMap((offset) => {
      const [firstName, lastName] = people[(index * 2 + offset) % people.length]!
      return spellings.map((spell) => ({
        email: `${spell(firstName.toLowerCase(), lastName.toLowerCase())}@${name}`,
        firstName,
        lastName,
        provider,
      }))
    }),
  )
}
