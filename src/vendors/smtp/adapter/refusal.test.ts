import { expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

it.each([
  ['is not possible just now', { code: 'EAUTH', responseCode: 454 }, 'transient'],
  [
    'is not possible just now, in the middle of it',
    { command: 'AUTH PLAIN', responseCode: 421 },
    'transient',
  ],
  ['is refused', { code: 'EAUTH', responseCode: 535 }, 'unauthorised'],
  ['is refused before anything is sent', { code: 'ENOAUTH' }, 'unauthorised'],
])('tells credentials to be mended from a server that is away: signing in %s', (_, failure, kind) => {
  expect(refusalOf('send', failure).kind).toBe(kind)
})

const stages = ['CONN', 'MAIL FROM', 'RCPT TO', 'DATA'] as const
const replies = {
  'no such mailbox': '550 5.1.1 No such user',
  'no such domain': '550 5.1.2 Host unknown',
  'no mail is taken there': '556 5.1.10 Recipient address has null MX',
  'an address, without saying whose': '550 5.1.0 Address rejected',
  'the sender’s address': '553 5.1.8 Sender domain not found',
  'the sender’s address, its form': '553 5.1.7 Sender address rejected',
  'a mailbox that is full': '552 5.2.2 Over quota',
  'a quota of the account': '554 5.7.1 Recipient address rejected: You have exceeded your quota',
  'a policy': '550 5.7.1 Blocked, see the list',
  'a daily limit': '550 5.4.5 Daily sending quota exceeded',
  'no enhanced code': '554 Transaction failed',
  'no such mailbox, without an enhanced code': '550 No such user, not 5.1.1 either',
} as const
const final = ['no such mailbox', 'no such domain', 'no mail is taken there']

it.each(
  stages.flatMap((command) => Object.entries(replies).map(([words, response]) => [command, words, response])),
)(
  'gives up what is refused at %s for %s only if it is the recipient',
  (command = '', words = '', response = '') => {
    const refused = refusalOf('send', {
      code: 'EENVELOPE',
      command,
      response,
      responseCode: Number(response.slice(0, 3)),
    })
    expect(refused.kind).toBe(command === 'RCPT TO' && final.includes(words) ? 'rejected' : 'waiting')
    expect(refused.reason).toBe(`answered "${response}"`)
  },
)

it('tells refusals apart by stage and enhanced code, not by what else they say', () => {
  const codeOf = (command: string, response: string) =>
    refusalOf('send', { code: 'EENVELOPE', command, response, responseCode: 550 }).code
  expect(codeOf('RCPT TO', '550 5.1.1 ada@example.com?')).toBe(codeOf('RCPT TO', '550 5.1.1 bo@example.com?'))
  expect(codeOf('RCPT TO', '550 5.1.1 No')).not.toBe(codeOf('RCPT TO', '550 5.7.1 No'))
  expect(codeOf('RCPT TO', '550 5.7.1 No')).not.toBe(codeOf('DATA', '550 5.7.1 No'))
})
