import { MenuDialog } from '../../frame/menu-dialog.tsx'
import { useConfig } from '../../frame/use-config.ts'
import { ConsoleMenu } from './console-menu.tsx'
import { ConsoleName } from './console-name.tsx'

/** The console's menu over the page, on phones. */
export default function ConsoleMenuDialog({ onClose }: { onClose: () => void }) {
  const { productName } = useConfig()
  return (
    <MenuDialog title={<ConsoleName productName={productName} />} label="Console" onClose={onClose}>
      <ConsoleMenu onPress={onClose} />
    </MenuDialog>
  )
}
