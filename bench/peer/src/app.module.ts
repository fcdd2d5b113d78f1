import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { AdminEntity } from './entities/admin.entity.js'
import { ChannelEntity } from './entities/channel.entity.js'
import { SessionEntity } from './entities/session.entity.js'
import { UserEntity } from './entities/user.entity.js'
import { SessionGuard } from './session.guard.js'
import { UserController } from './user/user.controller.js'
import { UserService } from './user/user.service.js'

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      host: process.env.PGHOST,
      port: Number(process.env.PGPORT),
      username: process.env.PGUSER,
      database: process.env.PGDATABASE,
      entities: [UserEntity, ChannelEntity, SessionEntity, AdminEntity],
      poolSize: 10,
      logging: false,
    }),
    TypeOrmModule.forFeature([UserEntity, SessionEntity]),
  ],
  controllers: [UserController],
  providers: [UserService, SessionGuard],
})
export class AppModule {}
