import { keysOf } from '#base/records/keys-of.ts'
import type { SignInRefusal } from '#features/tools/rules/sign-in-causes.ts'

/**
 * What Microsoft's codes (AADSTS…) mean to us, after its own list, which warns that codes and texts may change:
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const codesOf = {
  'no-such-user': [50034, 50020],
  // No password was set for whoever 50056 is said of.
  'wrong-password': [50126, 50056],
  locked: [50053],
  'must-change-password': [50055],
  disabled: [50057],
  'not-assigned': [50105],
  'must-enrol': [50072, 50079],
  'second-factor': [50074, 50076],
  'blocked-by-policy': [530032, 530035, 53000, 53003, 53004],
  'not-consented': [65001, 650056],
  // Where admins may be asked for it (90095), and where Microsoft finds the app risky (900941).
  'admin-consent': [90094, 90095, 900941],
  'app-unknown': [700016, 700011],
  declined: [65004],
  'link-wrong': [50011, 90002, 900144, 1002014],
  other: [],
} as const satisfies Record<SignInRefusal, readonly number[]>

const refusals = new Map<number, SignInRefusal>(
  keysOf(codesOf).flatMap((cause) => codesOf[cause].map((code) => [code, cause] as const)),
)

/** The flow's own token has run out. */
const expired = new Set([50089])

/**
 * Said on pages where nothing is wrong: nobody is signed in yet, an account has to be chosen, "Stay signed in?", and
 * the consent that the page itself asks for.
 */
const partOfSignIn = new Set([50058, 16000, 50140, 65001])

export type CodeMeaning = { refused: SignInRefusal } | 'expired' | 'part-of-sign-in' | 'unknown'

/** What a code says on a page of which something else could come as well: one that asks, or one that only tells. */
export function meaningOf(code: number, page: 'asks' | 'tells'): CodeMeaning {
  if (page === 'asks' && partOfSignIn.has(code)) return 'part-of-sign-in'
  if (expired.has(code)) return 'expired'
  const refused = refusals.get(code)
  return refused ? { refused } : 'unknown'
}

const codeInText = /AADSTS(\d{4,9})/

/** The code in one of Microsoft's sentences. */
export function codeIn(text: string): number | null {
  const digits = codeInText.exec(text.slice(0, 1_000))?.[1]
  return digits === undefined ? null : Number(digits)
}
