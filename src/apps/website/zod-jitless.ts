// Zod compiles its schemas unless told otherwise; its probe for that is a violation of the content security
// policy. Set where zod looks for it, so that zod itself can arrive with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
