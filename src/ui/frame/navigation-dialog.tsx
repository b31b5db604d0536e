import { Wordmark } from '../wordmark.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { Navigation } from './navigation.tsx'
import { useConfig } from './use-config.ts'

/** The side menu over the page. It goes when a page is pressed: what becomes of that is said below it. */
export default function NavigationDialog({ onClose }: { onClose: () => void }) {
  const { productName } = useConfig()
  return (
    <MenuDialog title={<Wordmark name={productName} />} label="Main" onClose={onClose}>
      <Navigation onPress={onClose} />
    </MenuDialog>
  )
}
