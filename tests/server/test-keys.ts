/** A key for sealing in tests; it seals nothing else. */
export const testSecretsKeys = 'test:3TYsKOYzCwuEcDy9y8B/0+dSasgDkwugpR2V7iOw2Ho='
