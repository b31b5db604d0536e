/** Why a mailbox is not signed in to a sending tool: what is so, and what helps. A sentence each. */
interface SignInCauseText {
  what: string
  toDo: string
}

/** What Microsoft's pages, or its answer to the tool, say no with. */
export const signInRefusals = {
  'no-such-user': {
    what: 'Microsoft does not know this mailbox.',
    toDo: 'A new mailbox can take a while to be known everywhere. If it is still unknown after an hour, check that the user exists in the tenant.',
  },
  'wrong-password': {
    what: 'Microsoft does not take the password of this mailbox.',
    toDo: 'Set a new password for the user, then try again. The same password is not tried twice.',
  },
  locked: {
    what: 'Microsoft has locked this mailbox, or the address that signs in, after too many attempts.',
    toDo: 'Wait until the lock has ended, and look for whoever signs in with a wrong password, before anything in this tenant is tried again.',
  },
  'must-change-password': {
    what: 'The password of this mailbox has expired or must be changed first.',
    toDo: 'Set a password for the user that need not be changed at the next sign-in.',
  },
  disabled: {
    what: 'Sign-in is switched off for this mailbox.',
    toDo: 'Allow the user to sign in, then try again.',
  },
  'not-assigned': {
    what: 'The tenant lets only assigned users into the sending tool, and this mailbox is not one of them.',
    toDo: 'Assign the user to the tool’s enterprise application, or switch off that an assignment is required.',
  },
  'must-enrol': {
    what: 'The tenant demands that this mailbox sets up a second factor.',
    toDo: 'Decide whether the tenant’s security defaults or policies are to apply to mailboxes that only send. Until then a person has to sign in.',
  },
  'second-factor': {
    what: 'The tenant demands a second factor from this mailbox.',
    toDo: 'A person has to sign in, or the policy that demands it has to leave such mailboxes out.',
  },
  'blocked-by-policy': {
    what: 'A policy of the tenant blocks this sign-in.',
    toDo: 'Look at the tenant’s sign-in log for the policy, and leave these mailboxes out of it if that is right.',
  },
  'not-consented': {
    what: 'The sending tool has not been allowed to use this mailbox.',
    toDo: 'Grant the tool’s application the permissions that its link asks for, for the whole tenant.',
  },
  'admin-consent': {
    what: 'Only an administrator of the tenant may allow the sending tool to use this mailbox.',
    toDo: 'Grant the tool’s application the permissions that its link asks for, for the whole tenant.',
  },
  'app-unknown': {
    what: 'The tenant does not know the sending tool’s application.',
    toDo: 'Add the application’s service principal to the tenant, then try again.',
  },
  declined: {
    what: 'Somebody declined to let the sending tool use this mailbox.',
    toDo: 'Sign in again and accept.',
  },
  'link-wrong': {
    what: 'Microsoft does not take the sending tool’s link.',
    toDo: 'Get a new link from the sending tool.',
  },
  other: {
    what: 'Microsoft refused the sign-in for a reason that is not known here.',
    toDo: 'Look the code up in Microsoft’s list of sign-in errors, then try again.',
  },
} as const satisfies Record<string, SignInCauseText>

/** What only a person can do; the page that asked for it is kept as a picture. */
export const signInStops = {
  'second-factor': {
    what: 'Microsoft asks for a second factor.',
    toDo: 'Sign in by hand, or have the policy that asks for it leave such mailboxes out.',
  },
  enrol: {
    what: 'Microsoft asks for more information, to set up a second factor.',
    toDo: 'Sign in by hand, or decide whether security defaults and the registration campaign are to apply to these mailboxes.',
  },
  'change-password': {
    what: 'Microsoft asks for a new password.',
    toDo: 'Set a password for the user that need not be changed at the next sign-in, then try again.',
  },
  captcha: {
    what: 'Microsoft wants to see that a person is signing in.',
    toDo: 'Sign in by hand. Leave the tenant’s other mailboxes for a while.',
  },
  'other-account': {
    what: 'The page asks for the password of another account.',
    toDo: 'Sign in by hand, and check that the address of the mailbox is its user’s sign-in name.',
  },
  'unknown-page': {
    what: 'A page came up that is not known here.',
    toDo: 'Look at its picture, and sign in by hand.',
  },
  'same-page-again': {
    what: 'A page came up again after it had been answered.',
    toDo: 'Look at its picture, and sign in by hand.',
  },
  'too-slow': {
    what: 'Signing in took longer than two minutes.',
    toDo: 'Try again later. If it happens again, sign in by hand.',
  },
} as const satisfies Record<string, SignInCauseText>

/** What went wrong on our side or on the way; nobody has said no. */
export const signInFailures = {
  'browser-away': {
    what: 'The browser that signs in did not start, or ended.',
    toDo: 'Check SIGN_IN_BROWSER and the memory of the machine. It is tried again by itself.',
  },
  'page-closed': {
    what: 'The sign-in page closed itself.',
    toDo: 'It is tried again by itself.',
  },
  'link-expired': {
    what: 'The sign-in had been open for too long.',
    toDo: 'It is tried again by itself with a new link.',
  },
  unreachable: {
    what: 'The sign-in page could not be reached.',
    toDo: 'It is tried again by itself.',
  },
  'page-error': {
    what: 'The sign-in page answered with an error.',
    toDo: 'It is tried again by itself.',
  },
  'led-elsewhere': {
    what: 'The sign-in led to an address that neither Microsoft’s pages nor the sending tool’s link have named.',
    toDo: 'Check whether the domain’s sign-in is handed over to somebody else (federated), and get a new link from the sending tool.',
  },
} as const satisfies Record<string, SignInCauseText>

/** What the sending tool itself says, or does not say. */
const signInToolCauses = {
  'no-link': {
    what: 'There is no sign-in link for this mailbox.',
    toDo: 'Add the link to the order’s credentials, or connect the mailbox in the sending tool by hand.',
  },
  'tool-away': {
    what: 'The sending tool did not answer.',
    toDo: 'It is tried again by itself.',
  },
  'tool-refused': {
    what: 'The sending tool cannot use the mailbox it was let in to.',
    toDo: 'What was switched on at Microsoft reaches its mail servers within half an hour. If it stays so, read the tool’s own reason. Where it is refused by SMTP and its mailboxes have no license, the tenant may not let them send that way: give each mailbox a license (EXCHANGE_UNDOCUMENTED=off), or choose a tool that does not send by SMTP, such as Instantly.',
  },
  'tool-silent': {
    what: 'The mailbox was signed in to, and the sending tool does not say that it is connected.',
    toDo: 'Look for the account in the sending tool.',
  },
  'other-mailbox': {
    what: 'Another mailbox was signed in to instead.',
    toDo: 'Sign out of it first, or use a private window.',
  },
} as const satisfies Record<string, SignInCauseText>

export type SignInRefusal = keyof typeof signInRefusals
export type SignInStop = keyof typeof signInStops
export type SignInFailure = keyof typeof signInFailures

export type SignInCause = SignInRefusal | SignInStop | SignInFailure | keyof typeof signInToolCauses

const texts: Record<SignInCause, SignInCauseText> = {
  ...signInRefusals,
  ...signInStops,
  ...signInFailures,
  ...signInToolCauses,
}

/** The two sentences about a cause; undefined where there is none. */
export const signInCauseText = (cause: string | null): SignInCauseText | undefined =>
  Object.entries(texts).find(([known]) => known === cause)?.[1]
