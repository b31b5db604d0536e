/**
 * What holds a domain up until someone acts, by its cause:
 *
 * - `unregistered`: its name could not be registered
 * - `ended`: its registration has ended, which our team was to renew
 * - `refused`: a third party refused it for good
 * - `failing`: a step keeps failing
 * - `taken`: someone else has shown that it is theirs
 * - `change`: it is delivered, and what was to be changed about it was refused for good
 * - `credentials`: the sending tool does not take its credentials
 * - `owner`: only the customer can do what is missing, where the domain is registered
 */
export const troubleCauses = [
  'unregistered',
  'ended',
  'refused',
  'failing',
  'taken',
  'change',
  'credentials',
  'owner',
] as const
export type TroubleCause = (typeof troubleCauses)[number]

/** Whether another domain for one that is not set up costs something. */
export const anotherDomainPrices = ['free', 'priced'] as const
