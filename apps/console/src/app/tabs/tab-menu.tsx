import { frameWords } from '@kabao/contract/app/frame.words'
import {
  atPlace,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowsExchange,
  IconFolderMinus,
  IconRefresh,
  IconX,
  Menu,
  useWords,
} from '#kit'
import { type Closing, mayClose } from './store.ts'
import classes from './tab-bar.module.css'

const closings = [
  ['current', 'tabs.closeCurrent', IconX],
  ['left', 'tabs.closeLeft', IconArrowBarToLeft],
  ['right', 'tabs.closeRight', IconArrowBarToRight],
  ['others', 'tabs.closeOthers', IconArrowsExchange],
  ['all', 'tabs.closeAll', IconFolderMinus],
] as const

/** The menu of one tab (docs/specification/frame.md). */
export function TabMenu({
  at,
  count,
  isActive,
  onDone,
  onReload,
  onClose,
}: {
  at: number
  count: number
  isActive: boolean
  onDone: () => void
  onReload: () => void
  onClose: (which: Closing) => void
}) {
  const { t } = useWords(frameWords)
  // The focus starts at the first entry that can be chosen.
  const first = isActive ? undefined : closings.find(([which]) => mayClose(which, at, count))?.[0]
  return (
    <Menu opened onClose={onDone} position="bottom-start" width={200} offset={2} {...atPlace()}>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('tabs.menu')}>
        <Menu.Item
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={!isActive}
          data-autofocus={isActive || undefined}
          onClick={onReload}
        >
          {t('tabs.reload')}
        </Menu.Item>
        {closings.map(([which, key, Icon]) => (
          <div key={which} role="none">
            <Menu.Item
              leftSection={<Icon size={14} aria-hidden />}
              disabled={!mayClose(which, at, count)}
              data-autofocus={which === first || undefined}
              onClick={() => onClose(which)}
            >
              {t(key)}
            </Menu.Item>
            {(which === 'current' || which === 'right') && <Menu.Divider />}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
