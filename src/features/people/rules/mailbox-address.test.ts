import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { provisionedPerDomain } from '#features/plans/rules/inbox-split.ts'
import {
  allocateAddresses,
  isUsableLocalPart,
  type PersonaToAddress,
  previewAddresses,
} from './mailbox-address.ts'
import { personNameMaxLength } from './person-name.ts'
import { roleWords } from './role-words.ts'

const persona = (firstName: string, lastName: string, count: number, kept?: string[]): PersonaToAddress => ({
  personaId: `${firstName} ${lastName}`,
  firstName,
  lastName,
  count,
  kept,
})
const allocate = (people: PersonaToAddress[], taken: Iterable<string> = []) =>
  Object.fromEntries(allocateAddresses({ people, taken: new Set(taken) }))

const letters = fc.string({
  unit: fc.constantFrom(...'abcxyzABZ'),
  minLength: 1,
  maxLength: personNameMaxLength,
})
const name = fc.oneof(fc.constantFrom('Jane', 'John', 'J', 'Al', 'Li', 'Doe', 'Info', 'Sales'), letters)
const people = fc
  .uniqueArray(fc.tuple(name, name), {
    minLength: 1,
    maxLength: 10,
    selector: (parts) => parts.join(' ').toLowerCase(),
  })
  .map((names) => {
    const shares = provisionedPerDomain('azure', names.length)
    return names.map(([first, last], index) => persona(first, last, shares[index]!))
  })

/** Whether a text is up to three of the parts, with or without a dot between them. */
const isComposedOf = (text: string, parts: readonly string[], most = 3): boolean =>
  parts.some(
    (part) =>
      text === part ||
      (most > 1 &&
        text.startsWith(part) &&
        isComposedOf(text.slice(part.length).replace(/^\./, ''), parts, most - 1)),
  )

describe('the addresses of a person', () => {
  test('are those that people choose themselves, the most usual first', () => {
    expect(allocate([persona('Jane', 'Doe', 7)])).toEqual({
      'Jane Doe': ['jane', 'jane.doe', 'janedoe', 'j.doe', 'jdoe', 'doe.jane', 'jane.d'],
    })
  })

  test('use digits only after all natural ones are used', () => {
    const all = allocate([persona('Jane', 'Doe', 52)])['Jane Doe']!
    const firstWithDigit = all.findIndex((each) => /\d/.test(each))
    expect(firstWithDigit).toBe(18)
    expect(all.slice(firstWithDigit).every((each) => /\d$/.test(each))).toBe(true)
    expect(all.slice(firstWithDigit, firstWithDigit + 3)).toEqual(['jane1', 'jane.doe1', 'janedoe1'])
  })

  test('are shared fairly with a namesake', () => {
    expect(allocate([persona('Jane', 'Doe', 3), persona('Jane', 'Smith', 3)])).toEqual({
      'Jane Doe': ['jane', 'jane.doe', 'janedoe'],
      'Jane Smith': ['jane.smith', 'janesmith', 'j.smith'],
    })
  })

  test.each(['Anna Smith', 'Bob Jones', 'Carlos Diaz'])('never cut the name of %s short', (fullName) => {
    const [first = '', last = ''] = fullName.split(' ')
    const all = allocate([persona(first, last, 52)])[fullName]!
    const cut = /^(ann|bo|carl|smit|jone)\b/
    expect(
      all.filter((each) => cut.test(each) || each.split(/[.\d]/).some((part) => cut.test(part))),
    ).toEqual([])
  })

  test('are previewed as they are allocated to someone alone', () => {
    const alone = [persona('Jane', 'Doe', 4)]
    expect(previewAddresses(alone)).toEqual(allocateAddresses({ people: alone, taken: new Set() }))
  })

  test('never spell a role', () => {
    expect(allocate([persona('Info', 'Desk', 4), persona('Ad', 'Min', 3)])).toEqual({
      'Info Desk': ['info.desk', 'infodesk', 'i.desk', 'idesk'],
      'Ad Min': ['ad', 'a.min', 'amin'],
    })
  })
})

describe('for any one to ten people, 52 addresses', () => {
  test('are found, usable, and different from each other and from those taken', () => {
    fc.assert(
      fc.property(
        people,
        fc.uniqueArray(fc.constantFrom('jane', 'jane.doe', 'j.doe', 'al', 'info')),
        (all, taken) => {
          const allocated = Object.values(allocate(all, taken)).flat()
          expect(allocated).toHaveLength(52)
          expect(new Set([...allocated, ...taken]).size).toBe(52 + taken.length)
          expect(allocated.filter((each) => !isUsableLocalPart(each))).toEqual([])
        },
      ),
    )
  })

  test('are made of whole names, initials, dots and digits alone', () => {
    fc.assert(
      fc.property(people, (all) => {
        for (const { personaId, firstName, lastName } of all) {
          const [first, last] = [firstName.toLowerCase(), lastName.toLowerCase()]
          const parts = [first, last, first.charAt(0), last.charAt(0)]
          for (const localPart of allocate(all)[personaId]!)
            expect(isComposedOf(localPart.replace(/\d+$/, ''), parts), localPart).toBe(true)
        }
      }),
    )
  })

  test('are the same every time, however the names are capitalised', () => {
    fc.assert(
      fc.property(people, (all) => {
        const shouted = all.map((each) => ({ ...each, firstName: each.firstName.toUpperCase() }))
        expect(allocate(shouted)).toEqual(allocate(all))
      }),
    )
  })

  test('stay when the rule runs again, and only what is missing is added', () => {
    fc.assert(
      fc.property(people, fc.nat(52), (all, keep) => {
        const before = allocate(all)
        const kept = all.map((each) => ({ ...each, kept: before[each.personaId]!.slice(0, keep) }))
        const after = allocate(kept)
        for (const each of kept) {
          const added = after[each.personaId]!
          expect(each.kept.length + added.length).toBe(each.count)
          expect(added.some((localPart) => kept.some((other) => other.kept.includes(localPart)))).toBe(false)
        }
        const everything = all.map((each) => ({ ...each, kept: before[each.personaId]! }))
        expect(Object.values(allocate(everything)).flat()).toEqual([])
      }),
    )
  })

  test('are found for every pair of names that spells a role', () => {
    for (const word of roleWords) {
      for (let cut = 1; cut < word.length; cut += 1) {
        const [first, last] = [word.slice(0, cut), word.slice(cut)]
        const allocated = Object.values(allocate([persona(first, last, 52)])).flat()
        expect(allocated.filter(isUsableLocalPart)).toHaveLength(52)
      }
      expect(Object.values(allocate([persona(word, word, 52)])).flat()).toHaveLength(52)
    }
  })
})

test('a persona that is to have fewer than it keeps gets nothing new', () => {
  expect(allocate([persona('Jane', 'Doe', 1, ['jane', 'jane.doe'])])).toEqual({ 'Jane Doe': [] })
})

test.each([
  'j',
  '.jane',
  'jane.',
  'jane..doe',
  'Jane',
  'jane-doe',
  'jane@doe',
  'no.reply',
  'info2',
  'a'.repeat(65),
])('%j is no local part for a person', (localPart) => {
  expect(isUsableLocalPart(localPart)).toBe(false)
})
