import { loginWords } from '@kabao/contract/access/login.words'
import { useState } from 'react'
import { IconChevronLeft, IconChevronRight, UnstyledButton, useWords } from '#kit'
import classes from './banner.module.css'
import { Illustration } from './illustration.tsx'

const slides = [1, 2, 3] as const

/** Three slides that fade into each other at a click, never automatically (docs/specification/sign-in.md). */
export function Banner() {
  const { t } = useWords(loginWords)
  const [shown, setShown] = useState(0)
  const turn = (by: number) => setShown((at) => (at + by + slides.length) % slides.length)
  return (
    <section
      className={classes.banner}
      aria-roledescription={t('banner.role')}
      aria-label={t('banner.label')}
    >
      <div className={classes.slides}>
        {slides.map((slide, index) => (
          <div
            key={slide}
            className={classes.slide}
            data-shown={index === shown || undefined}
            aria-hidden={index !== shown}
          >
            <p className={classes.slogan}>{t(`banner.slogan${slide}`)}</p>
            <p className={classes.subSlogan}>{t(`banner.subSlogan${slide}`)}</p>
            <Illustration slide={slide} />
          </div>
        ))}
        <UnstyledButton
          className={classes.previous}
          aria-label={t('banner.previous')}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </UnstyledButton>
        <UnstyledButton className={classes.next} aria-label={t('banner.next')} onClick={() => turn(1)}>
          <IconChevronRight size={20} aria-hidden />
        </UnstyledButton>
        <div className={classes.dots}>
          {slides.map((slide, index) => (
            <UnstyledButton
              key={slide}
              className={classes.dot}
              aria-label={t('banner.slide', { number: slide })}
              aria-current={index === shown}
              onClick={() => setShown(index)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
