// Signs a request with Java's own library (Java 11 or newer).
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sign {
  /** The query's pairs, decoded, encoded by RFC 3986 and sorted by name, then by value. */
  static String queryOf(String query) {
    List<String[]> pairs = new ArrayList<>();
    for (String piece : query.split("&")) {
      if (piece.isEmpty()) continue;
      int cut = piece.indexOf('=');
      String name = cut < 0 ? piece : piece.substring(0, cut);
      String value = cut < 0 ? "" : piece.substring(cut + 1);
      pairs.add(new String[] {coded(name), coded(value)});
    }
    pairs.sort((a, b) -> a[0].equals(b[0]) ? a[1].compareTo(b[1]) : a[0].compareTo(b[0]));
    List<String> joined = new ArrayList<>();
    for (String[] pair : pairs) joined.add(pair[0] + "=" + pair[1]);
    return String.join("&", joined);
  }

  static String coded(String text) {
    byte[] sent = text.replace('+', ' ').getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < sent.length; at++) {
      boolean isCoded = sent[at] == '%' && at + 2 < sent.length && hex(sent[at + 1]) >= 0 && hex(sent[at + 2]) >= 0;
      if (!isCoded) bytes.write(sent[at]);
      else bytes.write(hex(sent[++at]) * 16 + hex(sent[++at]));
    }
    StringBuilder coded = new StringBuilder();
    for (byte each : bytes.toByteArray()) {
      char character = (char) (each & 0xff);
      boolean isUnreserved = character < 128 && (Character.isLetterOrDigit(character) || "-._~".indexOf(character) >= 0);
      coded.append(isUnreserved ? String.valueOf(character) : String.format("%%%02X", (int) character));
    }
    return coded.toString();
  }

  static int hex(byte digit) {
    return digit < 0 ? -1 : Character.digit(digit, 16);
  }

  /** The value of x-signature. `target` is path and query as sent; `body` is the bytes that are sent. */
  static String sign(String secret, String method, String target, String timestamp, String nonce, byte[] body)
      throws Exception {
    int cut = target.indexOf('?');
    String path = cut < 0 ? target : target.substring(0, cut);
    String query = cut < 0 ? "" : queryOf(target.substring(cut + 1));
    String bodyHash = hexOf(MessageDigest.getInstance("SHA-256").digest(body));
    String text = String.join("\n", method, path, query, timestamp, nonce, bodyHash);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return "v1=" + hexOf(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String hexOf(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) text.append(String.format("%02x", each & 0xff));
    return text.toString();
  }

  /** Started as a program: secret, method, target, timestamp, nonce; the body comes from standard input. */
  public static void main(String[] given) throws Exception {
    System.out.println(sign(given[0], given[1], given[2], given[3], given[4], System.in.readAllBytes()));
  }
}
