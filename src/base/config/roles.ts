/** What a process can be started for. Each alone can be run beside the others; one process does all of it by default. */
const duties = {
  all: ['web', 'work', 'connect'],
  /** Pages and calls. */
  web: ['web'],
  /** The queue. */
  worker: ['work'],
  /** The browser that signs mailboxes in: its memory and its risk stand alone. */
  connect: ['connect'],
} as const

export type Role = keyof typeof duties
type Duty = (typeof duties)['all'][number]

export const roles = ['all', 'web', 'worker', 'connect'] as const satisfies readonly Role[]

export const hasDuty = (role: Role, duty: Duty): boolean => duties[role].some((each) => each === duty)
