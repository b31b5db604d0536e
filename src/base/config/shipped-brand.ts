import type { Brand } from '../brand/brand.ts'
import type { Environment } from './environment.ts'

/** The brand until an owner chooses another one: what the environment says, and for the rest what the product ships with. */
export const shippedBrandOf = (values: Environment, sandboxOn: boolean): Brand => ({
  productName: values.PRODUCT_NAME,
  supportEmail: values.SUPPORT_EMAIL ?? 'support@inboxyard.test',
  helpUrl: values.HELP_URL ?? null,
  banner: bannerOf(values, sandboxOn),
  bannerVersion: values.BANNER_VERSION,
  panel: panelOf(values),
  mailFooter: '',
  accent: null,
  logo: null,
  logoDark: null,
  mark: null,
})

function bannerOf(values: Environment, sandboxOn: boolean): Brand['banner'] {
  const always = { from: null, until: null }
  if (values.BANNER_TEXT) return { text: values.BANNER_TEXT, code: values.BANNER_CODE ?? null, ...always }
  // It speaks of this plan.
  if (!sandboxOn || !values.PLANS_ENABLED.includes('azure')) return null
  /** The promotion that the sandbox's Stripe knows. */
  const code = 'LAUNCH60'
  return {
    code,
    text: `Limited time: 60% off Entra orders for the first month and 60% off domains with code ${code}`,
    ...always,
  }
}

function panelOf(values: Environment): Brand['panel'] {
  if (values.TESTIMONIAL_QUOTE && values.TESTIMONIAL_NAME) {
    return {
      quote: values.TESTIMONIAL_QUOTE,
      name: values.TESTIMONIAL_NAME,
      role: values.TESTIMONIAL_ROLE ?? '',
      sample: false,
    }
  }
  return {
    quote:
      'We used to lose a week to domains, DNS and warm-up for every new client. Now we place the order before lunch and start sending when the warm-up says so.',
    name: 'Dana Whitfield',
    role: 'Head of Outbound, Northlane',
    /** Shown as a sample: no one said this. */
    sample: true,
  }
}
