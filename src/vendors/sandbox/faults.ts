/**
 * Failures to order. `before` kinds happen instead of the effect; `lost_answer` lets the effect happen and
 * then cuts the connection, which is how a time-out that had succeeded looks from outside.
 */
const meanings = {
  '429': 'too many requests, with Retry-After; nothing happens',
  '429_bare': 'too many requests, without Retry-After; nothing happens',
  '500': 'an error of the vendor; nothing happens',
  '500_after': 'it happens, and then the answer is an error',
  '503': 'not available, with Retry-After; nothing happens',
  conflict: 'refused, since something else is under way with the same; nothing happens',
  timeout: 'no answer for 10 minutes; nothing happens',
  slow: 'it happens, and the answer comes 15 s late',
  drop: 'the connection is cut; nothing happens',
  lost_answer: 'it happens, and then the connection is cut',
  malformed: 'it happens, and the answer breaks off in the middle',
  html: 'an error page with status 200; nothing happens',
  wrong_types: 'an answer of another form; nothing happens',
  extra_fields: 'the right answer, with a field nobody knows',
  huge: 'an answer of 30 MB',
  false_success: 'says that it was done; nothing happens',
} as const
/** What can come between a person and a sign-in. Only the sign-in pages meet these, each where it has its place. */
const signInMeanings = {
  wrong_password: 'sign-in pages: the next password is wrong, whatever is typed',
  second_factor: 'sign-in pages: after the password a second factor is asked for',
  captcha: 'sign-in pages: after the password a picture has to be read',
  consent: 'sign-in pages: consent is asked for, even where it was given',
  unknown_page: 'sign-in pages: a page nobody knows, as after a redesign; nothing happens',
  closing_page:
    'sign-in pages: a page that closes itself or, where it may not, leaves nothing; nothing happens',
} as const
export type SignInFaultKind = keyof typeof signInMeanings
export type FaultKind = keyof typeof meanings | SignInFaultKind
const meaningsOfAll = { ...meanings, ...signInMeanings }
export const faultKinds = Object.keys(meaningsOfAll) as readonly FaultKind[]
/** What a fault does, in a line. */
export const meaningOf = (kind: FaultKind): string => meaningsOfAll[kind]
export const isOfSignIn = (kind: FaultKind): kind is SignInFaultKind => kind in signInMeanings

export interface Fault {
  kind: FaultKind
  /** Vendor prefix: `dnsimple`, `stripe`, … Any when absent. */
  vendor?: string
  /** Any when absent. */
  method?: string
  /** Part of the path (with query). Any when absent. */
  path?: string
  /** How many requests it meets; 1 when absent. */
  times?: number
  /** Lets this many matching requests pass first. */
  skip?: number
  /** Seconds, for 429 and 503. */
  retryAfter?: number
}

export interface Faults {
  add(fault: Fault): void
  clear(): void
  list(): Fault[]
  /**
   * The fault that meets this request, if any; counts it. What can come between a person and a sign-in has its place
   * in the middle of one: it meets only who asks for that kind.
   */
  take(vendor: string, method: string, path: string, kind?: SignInFaultKind): Fault | undefined
}

export function createFaults(): Faults {
  let ordered: (Fault & { times: number; skip: number })[] = []
  return {
    add: (fault) => {
      ordered.push({ times: 1, skip: 0, ...fault })
    },
    clear: () => {
      ordered = []
    },
    list: () => ordered.map((fault) => ({ ...fault })),
    take(vendor, method, path, kind) {
      for (const fault of ordered) {
        if (kind === undefined ? isOfSignIn(fault.kind) : fault.kind !== kind) continue
        if (fault.vendor !== undefined && fault.vendor !== vendor) continue
        if (fault.method !== undefined && fault.method !== method) continue
        if (fault.path !== undefined && !path.includes(fault.path)) continue
        if (fault.skip > 0) {
          fault.skip--
          continue
        }
        fault.times--
        if (fault.times <= 0) ordered = ordered.filter((other) => other !== fault)
        return fault
      }
      return undefined
    },
  }
}
