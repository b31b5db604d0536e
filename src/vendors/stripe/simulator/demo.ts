/** What the sandbox's Stripe knows from the start. The product is told by its configuration, never by import. */

/** 60 % off once, on Entra bundles and on domains: the promotion of the banner. */
export const launchPromotion = {
  code: 'LAUNCH60',
  couponId: 'launch-60',
  percentOff: 60,
  products: ['inboxyard_azure', 'inboxyard_domain'],
} as const

/** A code that has run out, to see how that is told. */
export const expiredPromotion = {
  code: 'SPRING20',
  couponId: 'spring-20',
  percentOff: 20,
  products: ['inboxyard_azure', 'inboxyard_google', 'inboxyard_premium'],
} as const
