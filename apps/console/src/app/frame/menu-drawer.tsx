import { frameWords } from '@kabao/contract/app/frame.words'
import { Drawer, useWords } from '#kit'
import { SideMenu } from './side-menu.tsx'
import { setDrawer, useSide } from './side-store.ts'
import { Brand } from './sider.tsx'

/** The menu of a mobile device. */
export default function MenuDrawer() {
  const { t } = useWords(frameWords)
  const isOpen = useSide((side) => side.isDrawerOpen)
  return (
    <Drawer
      opened={isOpen}
      onClose={() => setDrawer(false)}
      size={250}
      padding={0}
      withCloseButton={false}
      aria-label={t('menu.label')}
    >
      <Brand />
      <SideMenu />
    </Drawer>
  )
}
