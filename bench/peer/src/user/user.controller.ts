import { Body, Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common'
import { SessionGuard } from '../session.guard.js'
import { UserService } from './user.service.js'
import { UserPageDto } from './user-page.dto.js'

@Controller('user')
@UseGuards(SessionGuard)
export class UserController {
  constructor(private readonly users: UserService) {}

  @Post('page')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async page(@Body() body: UserPageDto) {
    return { code: '0000', desc: 'success', data: await this.users.page(body) }
  }
}
