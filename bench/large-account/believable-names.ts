import type { PersonName } from '#features/people/rules/person-name.ts'

/** Returns a whole number from 0 to below a limit. */
export type Random = (below: number) => number

/** Numbers that look random and are the same every time. */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

const syllables =
  'ac al an ar bel bo ca ce cor da del do el en er fa fin ga gro ha in ka la len li lo lu ma mar me mi mo na ne no or pa pe pi po ra re ri ro sa se si so ta te ti to tra va ve vi vo wa we xi ya ze zo'.split(
    ' ',
  )
const prefixes = ['get', 'try', 'go', 'use', 'hello', 'with', 'meet', 'join', 'team', 'mail', '']
const suffixes = ['hq', 'app', 'mail', 'team', 'labs', 'group', 'now', 'online', 'reach', 'hub', '']
const tlds = ['com', 'com', 'com', 'net', 'org', 'co', 'info', 'biz']

export const believableBrand = (random: Random): string =>
  Array.from({ length: 2 + random(3) }, () => pick(random, syllables)).join('')

/** A sending domain of a brand that is not among the taken ones; it is from then on. */
export function believableDomain(random: Random, brand: string, taken: Set<string>): string {
  for (let more = ''; ; more += pick(random, syllables)) {
    const name = `${pick(random, prefixes)}${brand}${more}${pick(random, suffixes)}.${pick(random, tlds)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

/**
 * Names by their first letter. Addresses are made of whole names and of first letters, so a person who takes the
 * place of another with the same letters has the same addresses in their own name.
 */
const firstNames = [
  'Maya Marco Mina Milo Marta Mateo',
  'Oliver Olga Omar Otto Ottilie Oscar',
  'Priya Pedro Paula Philip Petra Pavel',
  'Jonas Julia Jakob Jasmin Johan Joana',
  'Amara Anton Alice Arthur Anita Andre',
  'Tessa Tobias Tamara Thomas Theresa Tarek',
].map((names) => names.split(' '))
const lastNames = [
  'Lindqvist Larsen Lorenz Lambert Lombardi Lefebvre',
  'Bergstrom Brandt Bianchi Becker Bauer Barnett',
  'Raman Rossi Richter Romero Renard Rivera',
  'Castellano Carlsen Conrad Calloway Cardoso Clement',
  'Holloway Hansen Hoffmann Herrera Hughes Haddad',
  'Vogt Valentin Vasquez Vestergaard Vermeer Varga',
].map((names) => names.split(' '))

/** The people whose places others take: the first of each letter. */
export const namesakes: readonly PersonName[] = firstNames.map((names, i) => ({
  firstName: names[0] as string,
  lastName: lastNames[i]?.[0] as string,
}))

/** Someone with the same letters. */
export function namesakeOf(random: Random, { firstName, lastName }: PersonName): PersonName {
  const like = (families: string[][], name: string) =>
    pick(random, families.find(([first]) => first === name) ?? [name])
  return { firstName: like(firstNames, firstName), lastName: like(lastNames, lastName) }
}
