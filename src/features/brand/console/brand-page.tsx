import { useQuery } from '@tanstack/react-query'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { BrandForm } from './brand-form.tsx'
import { brandQuery } from './brand-queries.ts'
import { BrandVersionsCard } from './brand-versions-card.tsx'

/** Name, look and words of the installation. */
export function BrandPage() {
  const query = useQuery(brandQuery)
  return (
    <ConsolePage
      title="Brand"
      about="The name, the look and the words that customers see. A change shows at once, everywhere."
    >
      <Loaded query={query} failed="The brand could not be loaded." within="page">
        {({ brand, version, versions }) => (
          <div className="flex flex-col gap-5">
            <BrandForm key={version} brand={brand} version={version} />
            <BrandVersionsCard version={version} versions={versions} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

export { BrandPage as Component }
