/**
 * What may be done about a domain that is not well. `observe`: nothing is said but how it is. `suggest`: what to do is
 * said. `enforce`: it is done as well.
 */
export const healthModes = ['observe', 'suggest', 'enforce'] as const
