/** A person's sign-in to Gmail's Postmaster Tools, as an operator would have been given it. It opens the sandbox only. */
export const demoPostmaster = {
  clientId: '123456789012-demo.apps.googleusercontent.com',
  clientSecret: 'demo-postmaster-secret',
  refreshToken: 'demo-postmaster-refresh-token',
} as const
