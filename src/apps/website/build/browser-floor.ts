/**
 * The oldest browsers that the pages run in: what README and the page itself say (`start-guard.ts`). Newer calls than
 * theirs are not in the `lib` of `tsconfig.json`; newer syntax is rewritten by the build.
 */
export const browserFloor = ['chrome120', 'edge120', 'firefox125', 'safari17.4']
