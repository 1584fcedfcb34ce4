package dev.tldr4j.evaluate.report;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.FluentWait;

/** Debian's chromium, without a window. */
final class Browser implements AutoCloseable {
    static final String MISSING = "needs Debian's chromium and chromium-driver";

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** Warns that it lacks classes for the very version of chromium; we send commands by name and need none. */
    private static final Logger VERSIONS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** For {@code @EnabledIf}, with {@link #MISSING}. */
    static boolean isInstalled() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    }

    static Browser start() {
        VERSIONS.setLevel(Level.OFF);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        // root has no sandbox, containers have a small /dev/shm, and nothing but the page is to use the network
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--window-size=1280,900");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        // Named, so that Selenium does not look for a driver to download.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** A window of this size, on a system with this taste in colours. */
    void setScreen(int width, int height, boolean mobile, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Opens the page, waits until it has drawn itself, and says after how many milliseconds that was. */
    double open(Path html) {
        messages();
        requests();
        driver.get(html.toUri().toString());
        new FluentWait<>(driver)
                .withTimeout(Duration.ofSeconds(20))
                .pollingEvery(Duration.ofMillis(20))
                .until(any -> ((Number) run("return performance.getEntriesByName('drawn').length")).intValue() > 0);
        return ((Number) run("return performance.getEntriesByName('drawn')[0].startTime")).doubleValue();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    ChromeDriver driver() {
        return driver;
    }

    /** What the console said since it was last asked: errors, warnings and what the policy refused. */
    List<String> messages() {
        List<String> messages = new ArrayList<>();
        driver.manage().logs().get(LogType.BROWSER).forEach(entry -> messages.add(entry.getMessage()));
        return messages;
    }

    /** The requests since it was last asked, as the developer tools tell them. */
    List<String> requests() {
        List<String> requests = new ArrayList<>();
        driver.manage().logs().get(LogType.PERFORMANCE).forEach(entry -> {
            if (entry.getMessage().contains("\"Network.requestWillBeSent\"")) {
                requests.add(entry.getMessage());
            }
        });
        return requests;
    }

    byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    byte[] pdf() {
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.printToPDF", Map.of("preferCSSPageSize", true, "printBackground", false));
        return Base64.getDecoder().decode((String) answer.get("data"));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
