// Verifies what the service sends, with Java's own library (Java 11 or newer). It stands beside Sign.java.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  /** How old a request may be, in seconds. */
  static final long MOST_SECONDS = 300;

  /** A notice or a postback of our own JSON: `signature` is x-signature, `target` the path and query of your address, `body` the bytes as they came. */
  static boolean verifyNotice(String secret, String signature, String target, String timestamp, String nonce, byte[] body)
      throws Exception {
    return isRight(Sign.sign(secret, "POST", target, timestamp, nonce, body), signature, timestamp);
  }

  /** A webhook: `id`, `timestamp` and `signature` are the headers webhook-id, webhook-timestamp and webhook-signature. */
  static boolean verifyWebhook(String secret, String signature, String id, String timestamp, byte[] body) throws Exception {
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    return isRight("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)), signature, timestamp);
  }

  static boolean isRight(String right, String signature, String timestamp) {
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > MOST_SECONDS) return false;
    for (String each : signature.split(" "))
      if (MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8))) return true;
    return false;
  }

  /** Started as a program: `notice`, secret, signature, target, timestamp, nonce, or `webhook`, secret, signature, id, timestamp; the body comes from standard input. */
  public static void main(String[] given) throws Exception {
    byte[] body = System.in.readAllBytes();
    System.out.println(given[0].equals("webhook")
        ? verifyWebhook(given[1], given[2], given[3], given[4], body)
        : verifyNotice(given[1], given[2], given[3], given[4], given[5], body));
  }
}
