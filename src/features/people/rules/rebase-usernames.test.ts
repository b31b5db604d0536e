import { describe, expect, test } from 'vitest'
import { changedMeanwhileMessages } from '#features/orders/rules/changed-meanwhile.ts'
import { isSameGroups, peopleNews } from './rebase-usernames.ts'
import { usernameRows } from './username-changes.ts'

const group = (label: string, counts: Record<string, number>) => {
  const before = Object.entries(counts).map(([name, azure]) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return { firstName, lastName, azure, google: 0 }
  })
  return { groupId: label, label, platforms: ['azure'] as const, before }
}
const opened = [group('Entra #1', { 'Al Ray': 26, 'Bo Lee': 26 })]

describe('what has become of the people of a dialog', () => {
  test('is told of those who have other numbers under the same names', () => {
    const now = [group('Entra #1', { 'Al Ray': 26, 'Bo Lee': 20 })]
    expect(isSameGroups(opened, opened)).toBe(true)
    expect(isSameGroups(opened, now)).toBe(false)
    expect(peopleNews(opened, now).title).toBe(changedMeanwhileMessages.numbers)
    expect(peopleNews(opened, now).changes).toEqual([
      'Entra #1: Al Ray has 26 mailboxes per Entra domain now, not 25.',
      'Entra #1: Bo Lee has 20 mailboxes per Entra domain now, not 25.',
    ])
  })

  test('is told of spare mailboxes that others have now, though no number that is shown differs', () => {
    expect(peopleNews(opened, [group('Entra #1', { 'Al Ray': 27, 'Bo Lee': 25 })])).toEqual({
      title: changedMeanwhileMessages.numbers,
      changes: [
        'Some users have another number of mailboxes now. The numbers shown here are still the same.',
      ],
    })
  })

  test('is told of a name that is divided otherwise', () => {
    const [{ before = [] } = {}] = opened
    const now = before.map((one) => ({ ...one, firstName: `${one.firstName} ${one.lastName}`, lastName: '' }))
    const renamed = [{ ...group('Entra #1', {}), before: now }]
    expect(isSameGroups(opened, renamed)).toBe(false)
    expect(peopleNews(opened, renamed).changes).not.toEqual([
      'Some users have another number of mailboxes now. The numbers shown here are still the same.',
    ])
  })

  test('is told of who joins and who leaves, with what was entered for them', () => {
    const now = [group('Entra #1', { 'Al Ray': 26, 'Cy Orr': 26 })]
    const rows = usernameRows(opened[0]?.before ?? []).map((row) => ({ ...row, isDeleted: true }))
    expect(peopleNews(opened, now, rows)).toEqual({
      title: changedMeanwhileMessages.people,
      changes: [
        'Cy Orr was added.',
        'Bo Lee is not there any more. What you entered for them does not apply any more.',
      ],
    })
  })

  test('is told of another order of the people, and of other domains, each under its own title', () => {
    expect(peopleNews(opened, [group('Entra #1', { 'Bo Lee': 26, 'Al Ray': 26 })])).toEqual({
      title: changedMeanwhileMessages.people,
      changes: ['The users of some of these orders, or their order, are others now.'],
    })
    expect(peopleNews(opened, opened)).toEqual({
      title: changedMeanwhileMessages.domains,
      changes: ['The domains of these orders, or what they have, are others now.'],
    })
  })
})
