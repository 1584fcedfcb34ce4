# The command tldr4j, from the distribution that ./check makes:
#   docker build --tag tldr4j .
#   docker run --rm --volume "$PWD:/data" tldr4j inspect docs.npy
FROM eclipse-temurin:25-jre-noble

ARG VERSION=0.1.0
ADD dist/target/tldr4j-${VERSION}.tar.gz /opt/
# libraries and classes are unpacked once, here; whoever runs the command may keep kernels for a card
ENV PATH="/opt/tldr4j/bin:${PATH}" XDG_CACHE_HOME=/var/cache
RUN ln -s "tldr4j-${VERSION}" /opt/tldr4j \
    && useradd --system --create-home tldr4j \
    && install -d -o tldr4j -m 755 /var/cache/tldr4j
USER tldr4j
RUN tldr4j --version

WORKDIR /data
ENTRYPOINT ["tldr4j"]
