import { ArrowRight } from 'lucide-react'
import type { Replacement } from '../rules/replace-request.ts'

/** The head of a table of existing domains beside their replacements. */
export const ReplacementColumns = () => (
  <thead className="bg-sunken text-muted text-secondary max-sm:sr-only">
    <tr>
      <th scope="col" className="px-3 py-2 font-medium">
        Existing Domain
      </th>
      <th scope="col" className="px-3 py-2 font-medium">
        Replacement Domain
      </th>
    </tr>
  </thead>
)

/** Existing domains beside their replacements. */
export function ReplacementList({ replacements }: { replacements: readonly Replacement[] }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-control border border-line"
    >
      <table aria-label="Replacements" className="w-full text-left text-text">
        <ReplacementColumns />
        <tbody className="divide-y divide-line">
          {replacements.map(({ originalDomain, newDomain }) => (
            <tr key={originalDomain}>
              <td translate="no" className="break-all px-3 py-2 max-sm:block max-sm:pb-0">
                {originalDomain}
              </td>
              <td className="break-all px-3 py-2 font-medium max-sm:block max-sm:pt-0.5">
                <ArrowRight aria-hidden className="mr-1 inline-block size-3.5 text-muted sm:-ml-5" />
                {newDomain}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
