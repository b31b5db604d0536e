import { accept, type Outcome, refuse, textField } from '#base/text/outcome.ts'
import { isDomainHost, parseWebAddress } from '#base/text/web-address.ts'

export const forwardingUrlMaxLength = 500

export const forwardingUrlMessages = {
  wizardMissing: 'Please enter a forwarding URL',
  updateMissing: 'Forwarding domain cannot be empty',
  bulkUpdateMissing: 'All forwarding domains must be specified',
  reinstateMissing: 'Forwarding domain is required',
  invalid:
    'Please provide a valid domain. Examples: example.com, https://example.com https://example.com/test',
  tooLong: `Forwarding URL must be at most ${forwardingUrlMaxLength} characters`,
} as const

/** Where a forwarding URL is entered; each place has its own words for an empty one. */
export type ForwardingContext = 'wizard' | 'update' | 'bulkUpdate' | 'reinstate'

export type ForwardingUrlProblem = 'missing' | 'too_long' | 'invalid'

/**
 * Where visitors of the sending domains are sent. The normal form has a scheme (https unless http was typed),
 * a lower-case host and no slash at the end of a bare host: `Example.com/` becomes `https://example.com`.
 */
export function checkForwardingUrl(
  text: string,
  context: ForwardingContext = 'wizard',
): Outcome<string, ForwardingUrlProblem> {
  if (text.trim() === '') return refuse('missing', forwardingUrlMessages[`${context}Missing`])
  if (text.length > forwardingUrlMaxLength) return refuse('too_long', forwardingUrlMessages.tooLong)
  const url = parseWebAddress(text)
  if (!url || !isDomainHost(url.hostname)) return refuse('invalid', forwardingUrlMessages.invalid)
  const bareHost = url.pathname === '/' && !url.search && !url.hash
  const normal = bareHost ? url.origin : url.href
  // Characters outside ASCII grow when they are encoded.
  return normal.length > forwardingUrlMaxLength
    ? refuse('too_long', forwardingUrlMessages.tooLong)
    : accept(normal)
}

export const forwardingUrlField = (context: ForwardingContext) =>
  textField((text) => checkForwardingUrl(text, context), forwardingUrlMaxLength)
