import { TooltipProvider } from '#ui/tooltip.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { ActionsSection } from './actions-section.tsx'
import { DataSection } from './data-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { TokensSection } from './tokens-section.tsx'

/** Every part of the kit in every state, for those who build with it. */
export function KitPage() {
  return (
    <TooltipProvider>
      <main className="mx-auto max-w-content px-gutter py-10">
        <Wordmark />
        <h1 className="mt-6 text-page-title">The kit</h1>
        <p className="mt-1 text-muted">
          What pages are made of. Nothing outside these parts and their tokens should be needed.
        </p>
        <div className="mt-10 grid gap-x-8 gap-y-12 lg:grid-cols-2">
          <TokensSection />
          <ActionsSection />
          <FieldsSection />
          <DataSection />
          <OverlaysSection />
        </div>
      </main>
    </TooltipProvider>
  )
}
export { KitPage as Component }
