import 'reflect-metadata'
import { ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { AppModule } from './app.module.js'

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false })
app.setGlobalPrefix('api')
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }))
app.disable('x-powered-by')
app.enableShutdownHooks()
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1')
process.stderr.write(`The peer is ready: ${await app.getUrl()}\n`)
