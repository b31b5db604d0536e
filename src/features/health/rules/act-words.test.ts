import { expect, test } from 'vitest'
import { actSentences, yoursToDo } from './act-words.ts'

test('what is said of the whole account leaves the customer nothing to do', () => {
  const words = {
    cause: 'ban',
    isOfAccount: true,
    why: 'Google is about to suspend the account that we keep it in.',
    isLost: false,
    isMailSeen: true,
    tool: 'instantly',
  } as const
  for (const sentence of [actSentences.suggested, (of: typeof words) => actSentences.resting(of, 'system')])
    expect(sentence(words)).not.toContain('Yours to do')
  expect(actSentences.suggested({ ...words, isOfAccount: false })).toContain('Yours to do: look at')
})

test('of a domain that is lost nothing is left to set back', () => {
  for (const isLost of [true, false])
    expect(yoursToDo('dns', { isOfAccount: false, isLost }) === '').toBe(isLost)
})
