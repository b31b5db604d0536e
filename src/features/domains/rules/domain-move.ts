/** How far it is with domains that are placed elsewhere together. */
export const moveStates = ['moving', 'done', 'stopped'] as const
/** What became of one of them. */
export const moveOutcomes = ['moved', 'stays'] as const
