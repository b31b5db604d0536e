import { keysOf } from '#base/records/keys-of.ts'

interface HealthModeKind {
  label: string
  /** What is done in it, for whoever reads or chooses it. */
  about: string
}

/** What may be done about a domain that is not well, for one customer. */
export const healthModes = {
  observe: {
    label: 'Only show',
    about: 'Pages show how domains are. Nothing is suggested and nothing is changed.',
  },
  suggest: {
    label: 'Suggest',
    about: 'A domain that should rest is suggested. It rests once somebody says so.',
  },
  enforce: {
    label: 'Do it',
    about:
      'A domain that should rest is rested by itself: its daily limit is set to 0 in the sending tool (to 1 in Smartlead) and set back in steps. At most a fifth of the domains a day, and one always; beyond that it is suggested. One that will not recover is replaced with a ready spare, where there is one.',
  },
} as const satisfies Record<string, HealthModeKind>
export type HealthMode = keyof typeof healthModes
export const healthModeNames = keysOf(healthModes)

/** Those that customers choose between; that nothing is suggested is the operator's to say. */
export const ownHealthModes = ['suggest', 'enforce'] as const satisfies readonly HealthMode[]

/** Before it is chosen: what follows from then on. */
export const whatModeDoes: Record<HealthMode, string> = {
  observe: 'Nothing is suggested any more. What rests already comes back as it was going to.',
  suggest: 'Nothing new is changed by itself. What rests already comes back as it was going to.',
  enforce:
    'From now on a domain that should rest is rested by itself: the daily limit of its mailboxes is set to 0 in the sending tool (1 in Smartlead, where 0 may be no limit), and warm-up stays on where the tool counts it apart. That holds for what is suggested now, too. Once it is well again the limits are set back in steps. At most a fifth of the domains, and one always, rest in a day without asking. Each can be returned at any time. A domain that will not recover is replaced with a ready spare, where you have one: there is nothing to pay, and a mail tells you.',
}

export const healthModeMessages = {
  set: (mode: HealthMode): string => `Health: ${healthModes[mode].label}. ${healthModes[mode].about}`,
  isOperators: 'Suggestions are switched off for your account. Ask support to switch them on.',
}
