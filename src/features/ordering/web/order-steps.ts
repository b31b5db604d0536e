import type { Step } from '#ui/stepper.tsx'

/** The pages of an order, in the order they are filled in. */
export const orderSteps = [
  { label: 'Choose plan', to: '/choose-plan' },
  { label: 'Select domains', to: '/select-domains' },
  { label: 'Domain settings', to: '/setup-domain-settings' },
  { label: 'Review order', to: '/review-order' },
] as const satisfies readonly Step[]
