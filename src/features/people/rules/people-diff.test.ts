import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DescribedGroup,
  describeChanges,
  describeGroups,
  describeMore,
  diffPeople,
} from './people-diff.ts'
import { fullName, fullNameKey } from './person-name.ts'
import { addUser, removeUser, renameUser, usernameRows } from './username-changes.ts'
import { type PersonShare, provisionedShares, shownShares } from './username-update.ts'

const person = (text: string, azure = 10, google = 0): PersonShare => {
  const [firstName = '', lastName = ''] = text.split(' ')
  return { firstName, lastName, azure, google }
}
/** Entra domains with so many mailboxes. */
const having = (...counts: number[]) => counts.map((count) => ({ platform: 'azure', count }) as const)
const anyPeople = fc.uniqueArray(
  fc.record({
    firstName: fc.constantFrom('Al', 'Bo', 'Cy', 'Di', 'AL'),
    lastName: fc.constantFrom('Ray', 'Lee'),
    azure: fc.nat(52),
    google: fc.nat(3),
  }),
  { selector: fullNameKey, maxLength: 10 },
)

describe('comparing two lists of people', () => {
  test('accounts for everybody exactly once', () => {
    fc.assert(
      fc.property(anyPeople, anyPeople, (before, after) => {
        const changes = diffPeople(before, after)
        expect(changes.flatMap((change) => ('before' in change ? [change.before] : []))).toEqual(before)
        const listed = changes.flatMap((change) => ('after' in change ? [change.after] : []))
        expect(new Set(listed)).toEqual(new Set(after))
        expect(listed).toHaveLength(after.length)
      }),
    )
  })

  test('a person is reduced exactly when they have fewer mailboxes on a platform', () => {
    fc.assert(
      fc.property(anyPeople, anyPeople, (before, after) => {
        for (const change of diffPeople(before, after)) {
          if (change.kind === 'removed' || change.kind === 'added') continue
          expect(fullNameKey(change.before)).toBe(fullNameKey(change.after))
          const fewer = (['azure', 'google'] as const).filter((p) => change.after[p] < change.before[p])
          expect(change.kind === 'reduced' ? change.on : []).toEqual(fewer)
        }
      }),
    )
  })

  test('the same list changes nothing', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        expect(diffPeople(people, people).every(({ kind }) => kind === 'kept')).toBe(true)
      }),
    )
  })
})

describe('what the dialog will do', () => {
  const rows = usernameRows(shownShares([person('Al Ray'), person('Bo Lee')], ['azure', 'google']))
  const group = {
    platforms: ['azure', 'google'],
    before: provisionedShares(rows, ['azure', 'google']),
  } as const
  const describeAll = (changed: typeof rows) =>
    describeChanges(changed, group).map((change) => [
      change.kind,
      ...('before' in change ? [fullName(change.before), change.before.azure] : []),
      ...('after' in change ? [fullName(change.after), change.after.azure] : []),
    ])

  test('a rename is told as such, not as one person going and another coming', () => {
    const renamed = renameUser(rows, rows[0]!.id, { newFirstName: 'Cy', newLastName: 'Orr' })
    expect(describeAll(renamed)).toEqual([
      ['renamed', 'Al Ray', 26, 'Cy Orr', 26],
      ['kept', 'Bo Lee', 26, 'Bo Lee', 26],
    ])
  })

  test('adding someone reduces the others', () => {
    const added = addUser(rows, person('Cy Orr'), {
      context: 'orders',
      plans: ['premium'],
      naming: { productName: 'Inboxyard', planNames: {} },
    })
    expect(added.ok && describeAll(added.value)).toEqual([
      ['reduced', 'Al Ray', 26, 'Al Ray', 18],
      ['reduced', 'Bo Lee', 26, 'Bo Lee', 17],
      ['added', 'Cy Orr', 17],
    ])
  })

  test('removing someone gives the others more, and the first of them the mailboxes on Google', () => {
    const [change] = describeChanges(removeUser(rows, rows[0]!.id), group).slice(1)
    expect(describeAll(removeUser(rows, rows[0]!.id))).toEqual([
      ['removed', 'Al Ray', 26],
      ['kept', 'Bo Lee', 26, 'Bo Lee', 52],
    ])
    expect(change).toMatchObject({ before: { google: 0 }, after: { google: 3 } })
  })

  test('other capitals are no new person', () => {
    expect(describeAll(renameUser(rows, rows[0]!.id, { newFirstName: 'AL', newLastName: 'ray' }))[0]).toEqual(
      ['kept', 'Al Ray', 26, 'AL ray', 26],
    )
  })
})

describe('an order with other numbers than its plan’s', () => {
  const before = [person('Al Ray', 20), person('Bo Lee', 20)]
  const group: DescribedGroup = { label: 'Adopted', platforms: ['azure'], before, domains: having(40, 40) }
  const rows = usernameRows(before)
  const rename = (at: number) => renameUser(rows, rows[at]!.id, { newFirstName: 'Cy', newLastName: 'Orr' })

  test('is told before it gets more mailboxes than it has', () => {
    expect(describeMore(rename(1), group)).toEqual([
      'Each Entra domain has 40 mailboxes now and gets 46 with this change. Your plan has up to 50.',
    ])
    expect(describeChanges(rename(1), group)).toMatchObject([
      { kind: 'kept', after: { azure: 20 } },
      { kind: 'renamed', before: { azure: 20 }, after: { azure: 26 } },
    ])
  })

  test('is not confused with one that has what its plan has', () => {
    const full = {
      label: 'Bought',
      platforms: ['azure'],
      before: provisionedShares(before, ['azure']),
      domains: having(52, 52),
    } as const
    expect(describeMore(rename(1), full)).toEqual([])
    expect(describeGroups(rename(1), [group, full]).map(({ labels }) => labels)).toEqual([
      ['Adopted'],
      ['Bought'],
    ])
  })

  test('is told nothing of mailboxes beyond those that are sold', () => {
    expect(
      describeMore(rename(1), {
        ...group,
        before: [person('Al Ray', 26), person('Bo Lee', 24)],
        domains: having(50, 50),
      }),
    ).toEqual([])
  })

  test('is told of the domains that get more, where they differ', () => {
    const more = (...counts: number[]) => describeMore(rename(1), { ...group, domains: having(...counts) })
    expect(more(40, 30)).toEqual([
      'Both Entra domains get more mailboxes with this change: they have 30 to 40 now and 46 then. Your plan has up to 50.',
    ])
    expect(more(40, 30, 30)[0]).toContain('All 3 Entra domains get more mailboxes')
    expect(more(46, 30, 20)).toEqual([
      '2 of 3 Entra domains get more mailboxes with this change: they have 20 to 30 now and 46 then. Your plan has up to 50.',
    ])
    expect(more(46, 46, 30)).toEqual([
      '1 of 3 Entra domains gets more mailboxes with this change: it has 30 now and 46 then. Your plan has up to 50.',
    ])
    // Who has the most sets the number of all: also a change that adds none fills the others up.
    const full = { ...group, before: provisionedShares(before, ['azure']), domains: having(52, 30) }
    expect(describeMore(rename(1), full)).toEqual([
      '1 of 2 Entra domains gets more mailboxes with this change: it has 30 now and 50 then. Your plan has up to 50.',
    ])
  })
})
