import type { User } from '#features/accounts/api/auth.ts'

/** Where somebody has to go before anything else is open to them, if anywhere. */
export const heldUpAt = ({ mustChangePassword, mustSetUpFactor }: User): string | undefined =>
  mustChangePassword ? '/reset-password' : mustSetUpFactor ? '/set-up-second-factor' : undefined
