import { expect, test } from 'vitest'
import { newsWanted } from './health-mail.ts'
import { digestDayOf, gatesEvery, gatherFor, type Mailed, neverMailed, nextMail } from './next-mail.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const morning = Date.parse('2026-11-26T07:00:00Z')

/** The kinds of mail that come while the clock goes on, each with its minute. */
function mailsOf(hasGatesAt: (minutes: number) => boolean, minutes: number, begin: Mailed) {
  const mails: string[] = []
  let mailed = begin
  for (let at = 0; at <= minutes; at++) {
    const next = nextMail(mailed, hasGatesAt(at), morning + at * minute)
    if (next.mail) mails.push(`${next.mail} ${at}`)
    mailed = next.mailed
  }
  return mails
}

test('the day’s mail is due once, from the fixed hour on, however often it is asked', () => {
  const before = neverMailed(morning - 1)
  expect(nextMail(before, false, morning - 1).mail).toBeNull()
  expect(mailsOf(() => false, 2 * 24 * 60, before)).toEqual(['digest 0', 'digest 1440', 'digest 2880'])
})

test('whoever was never written to gets their first mail of the day at the next hour of it', () => {
  const noon = morning + 5 * hour
  expect(nextMail(neverMailed(noon), false, noon).mail).toBeNull()
  expect(nextMail(neverMailed(noon), false, morning + day).mail).toBe('digest')
})

test('a day that was missed as a whole is made good by one mail', () => {
  const next = nextMail(neverMailed(morning), true, morning + 3 * day + hour)
  expect(next).toMatchObject({ mail: 'digest', mailed: { digestDay: digestDayOf(morning + 3 * day) } })
})

test('a gate is told within minutes; what comes in the hour after is one mail at its end', () => {
  const told = neverMailed(morning)
  const gather = gatherFor / minute
  expect(mailsOf((at) => at >= 10 && at <= 10 + gather, 600, told)).toEqual([`gates ${10 + gather}`])
  const every = gatesEvery / minute
  expect(mailsOf((at) => at >= 10 && at < 90, 600, told)).toEqual([
    `gates ${10 + gather}`,
    `gates ${10 + gather + every}`,
  ])
})

test('a gate that is none any more is not waited for: the next one gathers anew', () => {
  const told = neverMailed(morning)
  expect(mailsOf((at) => at === 10 || at === 20, 600, told)).toEqual([])
})

test('the day’s mail tells of gates as well, and no other follows it', () => {
  const before = { ...neverMailed(morning - 1), gatheringSince: morning - minute }
  const { mail, mailed } = nextMail(before, true, morning)
  expect(mail).toBe('digest')
  expect(mailed).toMatchObject({ gatheringSince: null, gatesAt: morning })
})

test('who wants gates alone has those of the day’s mail, and who wants none has nothing', () => {
  const news = [{ gate: true }, { gate: false }]
  expect(newsWanted('daily', 'digest', news)).toEqual(news)
  expect(newsWanted('gates', 'digest', news)).toEqual([{ gate: true }])
  expect(newsWanted('daily', 'gates', news)).toEqual([{ gate: true }])
  for (const kind of ['digest', 'gates'] as const) expect(newsWanted('none', kind, news)).toEqual([])
})
