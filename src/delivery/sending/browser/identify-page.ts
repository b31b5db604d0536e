import { entryOf } from '#base/records/entry-of.ts'
import type { SignInFailure, SignInRefusal, SignInStop } from '#features/tools/rules/sign-in-causes.ts'
import type { SignInHosts } from './allowed-hosts.ts'
import { type CodeMeaning, codeIn, meaningOf } from './error-codes.ts'
import type { Mark, PageSeen } from './read-page.ts'

/** Pages that are answered, each in its way (`sign-in-course.ts`). */
export type KnownPage = 'picker' | 'user' | 'password' | 'stay-signed-in' | 'ask-later' | 'consent'

/** What a page means: to be answered, or the end of this sign-in, or nothing known (yet). */
export type Meaning =
  | { kind: 'answer'; page: KnownPage }
  | { kind: 'refused'; cause: SignInRefusal; code: number | null }
  | { kind: 'person'; cause: SignInStop; code: number | null }
  | { kind: 'failed'; reason: SignInFailure }
  | { kind: 'unknown'; code: number | null }

type PageName =
  | KnownPage
  | 'error'
  | Extract<SignInStop, 'second-factor' | 'enrol' | 'change-password' | 'captcha'>

/** By the name that a page gives itself; `ConvergedSignIn` is several, told apart by their marks. */
const byName: Record<string, PageName> = {
  KmsiInterrupt: 'stay-signed-in',
  ConvergedConsent: 'consent',
  ConvergedTFA: 'second-factor',
  ConvergedProofUpRedirect: 'enrol',
  ConvergedChangePassword: 'change-password',
  ConvergedError: 'error',
}
const severalPages = 'ConvergedSignIn'

/** In this order: what only a person can do comes before what looks like it. */
const byMark = [
  ['secondFactor', 'second-factor'],
  ['enrol', 'enrol'],
  ['changePassword', 'change-password'],
  ['captcha', 'captcha'],
  ['staySignedIn', 'stay-signed-in'],
  ['consent', 'consent'],
  ['picker', 'picker'],
] as const satisfies readonly (readonly [Mark, PageName])[]

/** Where Microsoft has people set up a second factor. */
const enrolmentHost = 'mysignins.microsoft.com'

function nameOf({ pgid, marks }: PageSeen): PageName | undefined {
  const named = entryOf(byName, pgid)
  if (named === 'enrol' && marks.askLater) return 'ask-later'
  if (named) return named
  if (pgid !== '' && pgid !== severalPages) return undefined
  if (marks.enrol && marks.askLater) return 'ask-later'
  const [, marked] = byMark.find(([mark]) => marks[mark]) ?? []
  if (marked) return marked
  // One page of each: with both at once it is neither of those that are known.
  if (marks.user !== marks.password) return marks.user ? 'user' : 'password'
  return undefined
}

/** What to do with a page of the one who signs in; `address` is whose sign-in it is. */
export function identify(seen: PageSeen, address: string, hosts: SignInHosts): Meaning {
  const url = URL.parse(seen.address)
  const code = codeOf(seen)
  if (url?.host === enrolmentHost) return { kind: 'person', cause: 'enrol', code }
  if (!url || !hosts.isLogin(url)) return { kind: 'unknown', code: null }
  const page = nameOf(seen)
  switch (page) {
    case undefined:
      return { kind: 'unknown', code }
    case 'second-factor':
    case 'enrol':
    case 'change-password':
    case 'captcha':
      return { kind: 'person', cause: page, code }
    case 'error':
      return code === null
        ? { kind: 'unknown', code }
        : (ended(meaningOf(code, 'tells'), code) ?? { kind: 'unknown', code })
    case 'user':
    case 'password':
      return asked(page, seen, code, address)
    default:
      return { kind: 'answer', page }
  }
}

function codeOf({ code, message }: PageSeen): number | null {
  return /^\d{1,9}$/.test(code) ? Number(code) : codeIn(message)
}

function ended(meaning: CodeMeaning, code: number): Meaning | undefined {
  if (meaning === 'expired') return { kind: 'failed', reason: 'link-expired' }
  return typeof meaning === 'object' ? { kind: 'refused', cause: meaning.refused, code } : undefined
}

/** A page that asks for the address or the password: an error of its field is one of what was typed there before. */
function asked(page: 'user' | 'password', seen: PageSeen, code: number | null, address: string): Meaning {
  const meaning = code === null ? 'part-of-sign-in' : meaningOf(code, 'asks')
  if (code !== null && meaning !== 'part-of-sign-in') return ended(meaning, code) ?? { kind: 'unknown', code }
  if (seen.marks.userError) return { kind: 'refused', cause: 'no-such-user', code: null }
  if (seen.marks.passwordError) return { kind: 'refused', cause: 'wrong-password', code: null }
  const isOther = seen.account !== '' && seen.account.toLowerCase() !== address.toLowerCase()
  if (page === 'password' && isOther) return { kind: 'person', cause: 'other-account', code: null }
  return { kind: 'answer', page }
}
