import type { ReactElement } from 'react'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'

/** How a figure is computed, over its mark. */
export default function Explanation({ how, children }: { how: string; children: ReactElement }) {
  return (
    <TooltipProvider>
      <Tooltip content={how}>{children}</Tooltip>
    </TooltipProvider>
  )
}
